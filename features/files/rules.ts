import { refusal, type Refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import { type FilePurpose, type FileType, MAX_FILE_BYTES } from './contract.ts'

export type FileStatus = 'uploading' | 'ready' | 'kept' | 'refused' | 'removed'

/**
 * Uploaded in chunks, checked, and kept once a form is submitted with it; who may change the row is said by its policies. The system
 * removes what nobody kept.
 */
export const fileSteps = [
  { event: 'finish', from: 'uploading', to: 'ready', parties: ['person'] },
  { event: 'refuse', from: 'uploading', to: 'refused', parties: ['person'] },
  { event: 'keep', from: 'ready', to: 'kept', parties: ['person'] },
  ...(['uploading', 'ready', 'refused', 'kept'] as const).map(
    (from) => ({ event: 'remove', from, to: 'removed', parties: ['person', 'system'] }) as const,
  ),
] as const satisfies readonly Step<FileStatus>[]

/** What a file is called when it is saved, by what it is. */
export const extensions: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/** Which of a person's uploads a feature may keep: checked, for this purpose, and nobody has removed it meanwhile. */
export function keepingBlocker(
  file: { status: string; purpose: string; name: string } | undefined,
  purpose: FilePurpose,
): Refusal<'file.missing'> | Refusal<'file.not_ready', { name: string }> | null {
  if (!file || file.purpose !== purpose || file.status === 'removed') return refusal('file.missing')
  return file.status === 'ready' ? null : refusal('file.not_ready', { name: file.name })
}

/** How a size reads: "3.4 MB", "120 KB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  const megabytes = bytes / 1024 / 1024
  return `${megabytes < 10 ? megabytes.toFixed(1).replace(/\.0$/, '') : Math.round(megabytes)} MB`
}

/** Files are at most 20 MB (Domain §2.8). */
export function sizeBlocker(
  bytes: number,
): Refusal<'file.too_large', { bytes: number }> | Refusal<'file.empty'> | null {
  if (bytes === 0) return refusal('file.empty')
  return bytes > MAX_FILE_BYTES ? refusal('file.too_large', { bytes }) : null
}
