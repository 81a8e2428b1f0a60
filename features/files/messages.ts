import { conflict, invalid, notFound } from '#core/refusal.ts'
import { sizeText } from './rules.ts'

/** What people read when a file is not taken, or cannot be opened. */
export const fileRefusals = {
  'file.missing': notFound(() => 'There is no such file. It may have been removed.'),
  'file.settled': conflict(() => 'This file was checked already and cannot be changed. Add a new one.'),
  'file.not_ready': conflict<{ name: string }>(
    ({ name }) => `“${name}” is not uploaded yet. Wait until it is, or remove it.`,
  ),
  'file.empty': invalid(() => 'This file is empty. Choose another.', 'file'),
  'file.too_large': invalid<{ bytes: number }>(
    ({ bytes }) =>
      `This file has ${sizeText(bytes)}; a file may have at most 20 MB. Photograph the page instead, or save it smaller.`,
    'file',
  ),
}
