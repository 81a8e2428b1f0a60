import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const write = oc.$meta<ApiMeta>({ access: 'any', write: true, whileReadOnly: true })
const tags = ['Saved views']

const name = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(60, 'At most 60 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'Use letters, digits and signs only.')

/** The filters of one list page, saved under a name. */
export const savedView = z.object({
  id: z.uuid(),
  /** The page's path: /school/students. */
  page: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[A-Za-z0-9/_-]*$/),
  name,
  /** The part of its address after the question mark. */
  search: z
    .string()
    .max(2_000, 'These filters are too long to be saved.')
    .regex(/^[^#\p{Cc}]*$/u),
  /** True when the page opens with it. */
  is_default: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const savedViewsContract = {
  /** All views of the signed-in person, by page and name: at most 50. */
  list: base
    .route({ method: 'GET', path: '/saved-views', tags, summary: "List one's saved views" })
    .output(z.array(savedView)),

  /** Saves a view; the browser chooses its id. Repeating it changes nothing, and restores a removed view. */
  create: write
    .route({ method: 'POST', path: '/saved-views', tags, summary: 'Save the filters of a page' })
    .input(savedView)
    .output(z.object({ id: z.uuid() })),

  update: write
    .route({
      method: 'PATCH',
      path: '/saved-views/{id}',
      tags,
      summary: 'Rename a saved view, or open its page with it',
    })
    .input(z.object({ id: z.uuid(), name: name.optional(), is_default: z.boolean().optional() }))
    .output(z.object({ id: z.uuid() })),

  remove: write
    .route({ method: 'DELETE', path: '/saved-views/{id}', tags, summary: 'Remove a saved view' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() })),
}
