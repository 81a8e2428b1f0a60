import { expect, it } from 'vitest'
import { Listener } from './listen.ts'
import { createLog } from './log.ts'

const listener = () =>
  new Listener({ url: 'postgres://nowhere', channels: ['mail_queued'], log: createLog({ level: 'silent' }) })

it('receives notices on its channels, and reports when some may have been missed', () => {
  const heard: string[] = []
  const on = listener()
    .on('mail_queued', (payload) => heard.push(`mail ${payload}`))
    .on('reset', () => heard.push('reset'))
  on.emit('mail_queued', '7')
  on.emit('reset', '')
  expect(heard).toEqual(['mail 7', 'reset'])
})

it('refuses a channel that it does not listen to', () => {
  expect(() => listener().on('seats_to_recount', () => {})).toThrow(
    'Nothing listens to "seats_to_recount": add it to the channels of the Listener (app/server.ts).',
  )
})
