import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'

/** The whole API as an OpenAPI 3.1 document, drawn from the same contract that the web app uses. */
export function openApiDocument(router: AnyRouter, appUrl: string) {
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(router, {
    info: {
      title: 'Placewell',
      version: '0.1.0',
      description:
        'Clinical placements and shifts for nursing education. A reason, note or message that looks as if it named a patient is ' +
        'refused with 400; who is sure that nobody is named sends `"no_patient_named": true` beside it.',
    },
    servers: [{ url: `${appUrl}/api` }],
  })
}
