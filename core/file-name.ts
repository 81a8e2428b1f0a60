const MOST = 200
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A file name that is safe to save anywhere: without folders, control characters, characters that are invisible or change the reading
 * direction, and what file systems refuse; always with the extension of the actual file type.
 */
export function safeFileName(name: string, extension: string): string {
  const [last = ''] = name.normalize('NFC').split(/[/\\]/).slice(-1)
  const stem = last
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(new RegExp(`\\.${extension}$`, 'i'), '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_$1')
  return `${[...(stem || 'File')].slice(0, MOST - extension.length - 1).join('')}.${extension}`
}
