import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { commonPasswords, passwordRange } from './common-passwords.ts'

it('finds every listed password by the prefix of its SHA-1, and no other', () => {
  const digest = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  for (const password of [commonPasswords[0]!, commonPasswords.at(-1)!, 'password'])
    expect(passwordRange(digest(password).slice(0, 5).toLowerCase())).toContain(digest(password).slice(5))
  const rare = digest('three herons over a quiet lake')
  expect(passwordRange(rare.slice(0, 5))).not.toContain(rare.slice(5))
})
