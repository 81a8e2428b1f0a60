import { refusal, type Refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import { CHUNK_BYTES, MAX_FILE_BYTES } from '#core/file-limits.ts'
import type { FilePurpose, FileType } from './contract.ts'

export type FileStatus = 'uploading' | 'ready' | 'kept' | 'refused' | 'removed'

/**
 * A file is uploaded in chunks, checked, and kept once a form is submitted with it; its policies say who may change the row. The system
 * removes files that no one kept.
 */
export const fileSteps = [
  { event: 'finish', from: 'uploading', to: 'ready', parties: ['person'] },
  { event: 'refuse', from: 'uploading', to: 'refused', parties: ['person'] },
  { event: 'keep', from: 'ready', to: 'kept', parties: ['person'] },
  ...(['uploading', 'ready', 'refused', 'kept'] as const).map(
    (from) => ({ event: 'remove', from, to: 'removed', parties: ['person', 'system'] }) as const,
  ),
] as const satisfies readonly Step<FileStatus>[]

/** The extension of a saved file, by its type. */
export const extensions: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** Why a feature may not keep a file, or null if it may: the file must be checked, for this purpose, and not removed meanwhile. */
export function keepingBlocker(
  file: { status: string; purpose: string; name: string } | undefined,
  purpose: FilePurpose,
): Refusal<'file.missing'> | Refusal<'file.not_ready', { name: string }> | null {
  if (!file || file.purpose !== purpose || file.status === 'removed' || file.status === 'kept')
    return refusal('file.missing')
  return file.status === 'ready' ? null : refusal('file.not_ready', { name: file.name })
}

/** The label of a type: "a PDF", "a JPEG picture". */
export const typeLabels: Record<FileType, string> = {
  'application/pdf': 'a PDF',
  'image/jpeg': 'a JPEG picture',
  'image/png': 'a PNG picture',
  'image/heic': 'a HEIC picture',
  'text/csv': 'a CSV table',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'a spreadsheet',
}

/** Files are at most 20 MB (Domain §2.8). */
export function sizeBlocker(
  bytes: number,
): Refusal<'file.too_large', { bytes: number }> | Refusal<'file.empty'> | null {
  if (bytes === 0) return refusal('file.empty')
  return bytes > MAX_FILE_BYTES ? refusal('file.too_large', { bytes }) : null
}

/** Pictures have at most 50 megapixels, the most that phones take. */
export const MAX_PIXELS = 50_000_000
/** The most pages of a document that someone has to review. */
export const MAX_PAGES = 100
/** The most that a person may have uploaded without submitting it. */
const MAX_UNKEPT_BYTES = 200 * 1024 * 1024

const kinds: Readonly<Record<string, FileType>> = {
  'application/pdf': 'application/pdf',
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
}

/** The file type of a content type that people may upload; null for all others. */
export function typeOfKind(mime: string | undefined): FileType | null {
  return (mime && kinds[mime]) || null
}

const claims: Readonly<Record<string, FileType>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
  heif: 'image/heic',
}

/** The type and extension that a file's name claims; null for what no one may upload. */
export function claimedFileType(name: string): { extension: string; type: FileType } | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = claims[extension]
  return type ? { extension, type } : null
}

/** Why an upload cannot begin: only PDF, JPEG, PNG or HEIC of at most 20 MB, with a name without folders (Domain §2.8). */
export function uploadBlocker({ name, bytes, unkept }: { name: string; bytes: number; unkept: number }) {
  if (/[/\\]/.test(name)) return refusal('file.name_with_folder')
  if (!claimedFileType(name))
    return refusal('file.wrong_type', { found: /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? null })
  if (unkept + bytes > MAX_UNKEPT_BYTES) return refusal('file.too_many_unkept')
  return sizeBlocker(bytes)
}

/** How many chunks a file of this size has. */
export function chunksOf(bytes: number): number {
  return Math.ceil(bytes / CHUNK_BYTES)
}

/** Why a chunk is refused: chunks come in order and complete; one that has already arrived is fine. */
export function chunkBlocker(
  file: { status: string; declared_bytes: number; received_chunks: number },
  { chunk, length }: { chunk: number; length: number },
) {
  if (file.status !== 'uploading') return refusal('file.settled')
  if (chunk > file.received_chunks) return refusal('file.out_of_order', { received: file.received_chunks })
  const whole = Math.min(CHUNK_BYTES, file.declared_bytes - chunk * CHUNK_BYTES)
  return length === whole ? null : refusal('file.not_whole')
}

/** Why a file cannot be removed: people remove what they have not submitted, and a form removes what was submitted with it. */
export function removalBlocker({ status }: { status: string }): Refusal<'file.submitted'> | null {
  return status === 'kept' ? refusal('file.submitted') : null
}

/** True if an opening is recorded in the access trail. A person's own file is not, and the pages of one view are one line. */
export const isRecordedOpening = (opening: {
  what: string
  opened_by: string
  owner_id: string | null
  is_same_look: unknown
}): boolean => opening.opened_by !== opening.owner_id && !(opening.what === 'pages' && opening.is_same_look)
