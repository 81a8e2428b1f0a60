const MOST = 200
/** Names that Windows keeps for devices, whatever follows the dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A name under which a file that someone sent can be saved anywhere: without folders, control characters, characters that
 * no one sees or that turn the reading direction, and what file systems refuse; always with the extension of what the file is.
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
