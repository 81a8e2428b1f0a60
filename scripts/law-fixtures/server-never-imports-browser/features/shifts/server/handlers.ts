import type { Format } from '#ui/format.ts' // bad

export type Text = Format
