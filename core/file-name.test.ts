import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeFileName } from './file-name.ts'

it.each([
  ['Agreement.pdf', 'Agreement.pdf'],
  ['Vertrag 2026 – größer.PDF', 'Vertrag 2026 – größer.pdf'],
  ['invoice.exe', 'invoice.exe.pdf'],
  ['Agreement\u202Efdp.exe', 'Agreementfdp.exe.pdf'],
  ['a\u0000b\nc\u200bd\u00ade.pdf', 'abcde.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\ana\\Signed.pdf', 'Signed.pdf'],
  ['.pdf', 'File.pdf'],
  ['...', 'File.pdf'],
  ['', 'File.pdf'],
  [' . hidden .pdf', 'hidden.pdf'],
  ['con.pdf', '_con.pdf'],
  ['a"b<c>d|e?.pdf', 'abcde.pdf'],
  ['x'.repeat(300), `${'x'.repeat(196)}.pdf`],
])('%j is saved as %j', (name, saved) => expect(safeFileName(name, 'pdf')).toBe(saved))

it('is one name, visible, with its extension, and does not change a second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const saved = safeFileName(name, 'pdf')
      expect(saved).toMatch(/^[^./\\\p{C}\p{Zl}\p{Zp}<>:"|?*][^/\\\p{C}\p{Zl}\p{Zp}<>:"|?*]*\.pdf$/u)
      expect(safeFileName(saved, 'pdf')).toBe(saved)
    }),
  )
})
