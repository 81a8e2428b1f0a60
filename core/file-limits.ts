/** Bytes of one part of an upload: a lost connection costs at most so much. */
export const CHUNK_BYTES = 256 * 1024

/** Bytes of a file: 20 MB (Domain §2.8). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
