/** Where the bytes of a file lie in the object store: in the folder of the school or facility that it belongs to. */
export function objectName(file: {
  id: string
  school_id: string | null
  facility_id: string | null
}): string {
  return `${file.school_id ?? file.facility_id}/${file.id}`
}

/** Where a chunk of an upload lies until the file is whole. */
export function chunkName(file: Parameters<typeof objectName>[0], chunk: number): string {
  return `${objectName(file)}-${chunk}`
}
