/** The object store's name for a file: in the folder of the school or facility that it belongs to. */
export function objectName(file: {
  id: string
  school_id: string | null
  facility_id: string | null
}): string {
  return `${file.school_id ?? file.facility_id}/${file.id}`
}

/** The object store's name for a chunk of an upload until the file is complete. */
export function chunkName(file: Parameters<typeof objectName>[0], chunk: number): string {
  return `${objectName(file)}-${chunk}`
}
