import { ORPCError } from '@orpc/server'

/** The bytes of a file from a call's base64 `content`. Throws BAD_REQUEST for more than `mostBytes` and for invalid text. */
export function decodeFile(content: string, mostBytes: number, tooLarge: string): Buffer {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > mostBytes) throw refusedFile(tooLarge)
  if (bytes.length !== Math.floor((content.replace(/=+$/, '').length * 3) / 4))
    throw refusedFile('The file didn’t upload completely. Please add it again.')
  return bytes
}

/** An error about the file, shown at the field where it was chosen. */
export function refusedFile(message: string): ORPCError<'BAD_REQUEST', unknown> {
  return new ORPCError('BAD_REQUEST', { message, data: { fieldErrors: { content: message } } })
}
