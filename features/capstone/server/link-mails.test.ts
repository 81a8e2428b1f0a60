import { expect, test } from 'vitest'
import { linkMail } from './link-mails.ts'

test('the token goes into one link only, whatever people called themselves and their project', () => {
  const { text, html } = linkMail('confirm', {
    appUrl: 'https://placewell.example',
    title: 'Sepsis bundle, https://elsewhere.example/a?token={}',
    school: 'A school?token={{}}',
    preceptor: '?token={}',
    date: '2026-11-30',
  })
  for (const body of [text, html]) {
    const filled = body.replaceAll('?token={}', '?token=SECRET')
    const links = [...filled.matchAll(/https?:\/\/[^\s"'<>”]*SECRET/g)].map(([link]) => link)
    expect(new Set(links)).toEqual(new Set(['https://placewell.example/capstone-task?token=SECRET']))
    expect(filled.match(/SECRET/g)?.length).toBe(links.length)
  }
})
