import { ORPCError } from '@orpc/server'

/** A file's bytes from the base64 of a call's `content`. Throws BAD_REQUEST for more than `mostBytes`, and for broken text. */
export function decodeFile(content: string, mostBytes: number, tooLarge: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > mostBytes) throw refusedFile(tooLarge)
  if (bytes.length !== Math.floor((content.replace(/=+$/, '').length * 3) / 4))
    throw refusedFile('The file did not arrive whole. Please add it again.')
  return bytes
}

/** What is wrong with a file, where it was chosen. */
export function refusedFile(message: string): ORPCError<'BAD_REQUEST', unknown> {
  return new ORPCError('BAD_REQUEST', { message, data: { fieldErrors: { content: message } } })
}
