/**
 * A file as an answer that is downloaded, never displayed: uploaded content must not run on this product's origin, however the browser
 * interprets it.
 */
export function attachment(
  name: string,
  type: string,
  content: Uint8Array,
): { headers: Record<string, string>; body: File } {
  const plain = name.replace(/[^\w .()-]/g, '_')
  return {
    headers: {
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
    body: new File([new Uint8Array(content)], name, { type }),
  }
}
