const KEY = 'placement-app/v1/password'

/** base64(HMAC-SHA256(key, NFC(password))): always 44 characters, for any password. */
export async function prehash(password: string): Promise<string> {
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    bytes.encode(KEY),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const digest = await crypto.subtle.sign('HMAC', key, bytes.encode(password.normalize('NFC')))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
