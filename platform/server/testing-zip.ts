import { inflateRawSync } from 'node:zlib'

/** The texts of the files in a ZIP archive by their names. */
export function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? archive.readUInt32LE(at + offset) : archive.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(start, start + size)
    const isPacked = archive.readUInt16LE(at + 10) === 8
    files.set(
      archive.toString('utf8', at + 46, at + 46 + name),
      (isPacked ? inflateRawSync(content) : content).toString(),
    )
    at += 46 + name + extra + comment
  }
  return files
}
