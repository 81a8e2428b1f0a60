import { conflict, invalid, notFound } from '#core/refusal.ts'
import { sizeText } from '#core/number-text.ts'
import type { FileType } from './contract.ts'
import { extensions, MAX_PAGES, typeLabels } from './rules.ts'

/** The texts for a file that is refused, or cannot be opened. */
export const fileRefusals = {
  'file.missing': notFound(() => 'We can’t find that file. It may have been removed.'),
  'file.settled': conflict(() => 'This file was already checked and can’t be changed. Add a new one.'),
  'file.not_ready': conflict<{ name: string }>(
    ({ name }) => `“${name}” is not uploaded yet. Wait until it is, or remove it.`,
  ),
  'file.empty': invalid(() => 'This file is empty. Choose another.', 'file'),
  'file.too_large': invalid<{ bytes: number }>(
    ({ bytes }) =>
      `This file has ${sizeText(bytes)}; a file may have at most 20 MB. Photograph the page instead, or save it smaller.`,
    'file',
  ),
  'file.name_with_folder': invalid(
    () => 'A file name can’t include folders. Rename the file without / and \\, and add it again.',
    'file',
  ),
  'file.wrong_type': invalid<{ found: string | null }>(
    ({ found }) =>
      `${found ? `This is a .${found} file.` : 'We cannot tell what this file is.'} Add a PDF, JPEG, PNG or HEIC: save it as a PDF, or photograph the page.`,
    'file',
  ),
  'file.not_what_it_says': invalid<{ claimed: FileType; found: FileType }>(
    ({ claimed, found }) =>
      `The name ends in .${extensions[claimed]}, but this is ${typeLabels[found]}. Rename it to end in .${extensions[found]}, or choose the right file.`,
    'file',
  ),
  'file.encrypted': invalid(
    () => 'This PDF is protected by a password. Print it to a new PDF without one, and add that.',
    'file',
  ),
  'file.carries': invalid<{ what: string }>(
    ({ what }) =>
      `This file contains ${what}. Print it to a new PDF, which has only the pages, or photograph the page, and add that.`,
    'file',
  ),
  'file.too_heavy': invalid(
    () =>
      'This file unpacks to more than a document can hold. Print it to a new PDF, or photograph the page, and add that.',
    'file',
  ),
  'file.damaged': invalid(
    () =>
      'This file cannot be read: it is damaged or not complete. Open it yourself, save it again and add that.',
    'file',
  ),
  'file.too_many_pages': invalid<{ pages: number }>(
    ({ pages }) =>
      `This document has ${pages} pages; at most ${MAX_PAGES} can be reviewed. Add only the pages that count.`,
    'file',
  ),
  'file.too_many_unkept': conflict(
    () => 'You have 200 MB of files that are not submitted yet. Submit or remove some of them first.',
    'file',
  ),
  'file.no_tenant': conflict(
    () => 'Files belong to a school or facility, and you belong to none. Sign in as someone who does.',
    'file',
  ),
  'file.out_of_order': conflict<{ received: number }>(
    () => 'Parts of this file are missing. Upload it again.',
  ),
  'file.not_whole': invalid(() => 'Part of this file didn’t upload completely. Try again.', 'file'),
  'file.no_page': notFound(() => 'This page cannot be shown. Download the file to see it.'),
  'file.submitted': conflict(() => 'This file is part of a submission. Change it there.'),
}
