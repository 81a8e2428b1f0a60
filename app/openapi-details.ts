import { isContractProcedure } from '@orpc/contract'
import type { ApiMeta } from '#core/api-meta.ts'
import { contract } from './contract.ts'

/** The parts of an OpenAPI 3.1 document that are completed here. */
export type OpenApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, unknown>>
  security?: object[]
  tags?: { name: string }[]
  servers?: { url: string }[]
  info: { version: string }
}
export type Operation = {
  operationId?: string
  tags?: string[]
  summary?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: object
  responses?: Record<string, { description?: string; content?: Record<string, object>; $ref?: string }>
}
type Parameter = {
  name: string
  in: string
  schema: { type?: string }
  style?: string
  explode?: boolean
  allowEmptyValue?: boolean
  allowReserved?: boolean
}

const CSV = 'text/csv'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The file types of some calls' answers; all other files are exports. */
const FILES: Record<string, readonly string[]> = {
  'calendarFeeds.read': ['text/calendar'],
  'files.page': ['image/webp'],
  'files.download': ['application/pdf', 'image/jpeg', 'image/png', 'image/heic', CSV, XLSX],
  'logos.file': ['image/jpeg', 'image/png', 'image/webp'],
  'partnerships.file': ['application/pdf'],
}

const REFUSALS = {
  BadRequest: [400, 'The request could not be read, or some of what it says is not valid.'],
  Unauthorized: [401, 'No one is signed in.'],
  Forbidden: [403, 'This role, account or origin may not do this.'],
  NotFound: [404, 'We can’t find that, or you don’t have access to it.'],
  Conflict: [409, 'A rule or someone else’s change prevents it.'],
  PayloadTooLarge: [413, 'The body is longer than this call accepts.'],
  UnsupportedMediaType: [415, 'The body is not JSON.'],
  TooManyRequests: [429, 'Asked too often: Retry-After says when to come back.'],
  ServiceUnavailable: [503, 'Busy, or without the database: Retry-After says when to come back.'],
} as const
type Refusal = keyof typeof REFUSALS

const metas = new Map<string, ApiMeta>()
collect(contract, [])
function collect(router: object, steps: string[]): void {
  for (const [key, value] of Object.entries(router) as [string, object][])
    if (isContractProcedure(value)) metas.set([...steps, key].join('.'), value['~orpc'].meta as ApiMeta)
    else collect(value, [...steps, key])
}

/**
 * Adds what the generator leaves out of the document: how to sign in, which calls need no sign-in, every refusal, the file types, and lists
 * in addresses in the form the server accepts: `status=draft&status=published`.
 */
export function withDetails(document: OpenApiDocument, cookie: string): OpenApiDocument {
  const names = new Set<string>()
  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations)) {
      for (const name of operation.tags ?? []) names.add(name)
      describe(operation, { path, method })
    }
  return {
    ...document,
    tags: [...names].toSorted().map((name) => ({ name })),
    security: [{ session: [] }],
    components: {
      ...document.components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'The session that POST /sign-in answers with, in a cookie that only the server reads.',
        },
      },
      schemas: { ...document.components?.['schemas'], Refusal: refusalSchema },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([name, [, description]]) => [
          name,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['defined', 'code', 'status', 'message'],
  properties: {
    defined: { type: 'boolean' },
    code: { type: 'string', examples: ['CONFLICT'] },
    status: { type: 'integer', examples: [409] },
    message: { type: 'string', description: 'Which rule refuses, and what would work.' },
    data: {
      type: 'object',
      description: '`fieldErrors` names the fields; `retryAfter` is in seconds.',
      properties: {
        fieldErrors: { type: 'object', additionalProperties: { type: 'string' } },
        retryAfter: { type: 'integer' },
      },
    },
  },
}

function describe(operation: Operation, { path, method }: { path: string; method: string }): void {
  const meta = metas.get(operation.operationId ?? '')
  const isPublic = meta?.access === 'public'
  if (isPublic) operation.security = []
  for (const parameter of operation.parameters ?? []) {
    // The product never needs empty values or unescaped characters.
    delete parameter.allowEmptyValue
    delete parameter.allowReserved
    if (parameter.in === 'query' && parameter.schema.type === 'array')
      Object.assign(parameter, { style: 'form', explode: true })
  }
  const responses = (operation.responses ??= {})
  for (const response of Object.values(responses)) {
    const kinds = Object.keys(response.content ?? {})
    if (kinds.length === 0 && response === responses['200']) response.content = filesOf(operation)
    else if (kinds.includes('*/*')) response.content = filesOf(operation)
  }
  const isWrite = method !== 'get'
  const refusals: Refusal[] = [
    'BadRequest',
    ...(isPublic ? [] : (['Unauthorized'] as const)),
    'Forbidden',
    ...(path.includes('{') ? (['NotFound'] as const) : []),
    ...(isWrite ? (['Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    'TooManyRequests',
    'ServiceUnavailable',
  ]
  for (const name of refusals) responses[REFUSALS[name][0]] ??= { $ref: `#/components/responses/${name}` }
  for (const [status, response] of Object.entries(responses))
    if (response.description === status)
      response.description =
        Object.values(REFUSALS).find(([code]) => String(code) === status)?.[1] ?? 'Refused.'
}

function filesOf({ operationId = '', parameters = [] }: Operation): Record<string, object> {
  const kinds = FILES[operationId] ?? (parameters.some(({ name }) => name === 'format') ? [CSV, XLSX] : [CSV])
  return Object.fromEntries(kinds.map((kind) => [kind, { schema: { type: 'string', format: 'binary' } }]))
}
