/** Hands a text or bytes to the browser to save as a file; without a type it is a CSV. */
export function saveFile(name: string, content: BlobPart, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has started the download, so the URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
