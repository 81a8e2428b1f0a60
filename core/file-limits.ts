/** Bytes of one part of an upload, the most that a lost connection costs. */
export const CHUNK_BYTES = 256 * 1024

/** The largest file in bytes: 20 MB (Domain §2.8). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
