/** The download link of a report's PDF; downloads are recorded in the access log. */
export const pdfHref = (fileId: string): string =>
  `/api/files/${fileId}/content?${new URLSearchParams({ reason: 'Semester report' })}`
