/** Where the PDF of a report is downloaded; that it was is in the access trail. */
export const pdfHref = (fileId: string): string =>
  `/api/files/${fileId}/content?${new URLSearchParams({ reason: 'Semester report' })}`
