import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { instrumentsContract } from '../contract.ts'
import { instrumentRefusals } from '../messages.ts'
import { chooseInstrument } from './commands/choose-instrument.ts'
import { copyInstrument } from './commands/copy-instrument.ts'
import { publishInstrument } from './commands/publish-instrument.ts'
import { retireInstrument } from './commands/retire-instrument.ts'
import { saveInstrument } from './commands/save-instrument.ts'
import { listInstruments } from './queries/list-instruments.ts'
import { templates } from './templates.ts'

explainRefusals(instrumentRefusals)

export function instrumentHandlers() {
  const api = implement(instrumentsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ context }) => context.act(async (tx) => ({ rows: await listInstruments(tx) }))),
    sample: api.sample.handler(({ input }) => templates.find(({ key }) => key === input.key)!),
    copy: api.copy.handler(({ input, context }) =>
      context.act((tx) => copyInstrument(tx, context.me(), input)),
    ),
    save: api.save.handler(({ input, context }) => context.act((tx) => saveInstrument(tx, input))),
    publish: api.publish.handler(({ input, context }) =>
      context.act((tx) => publishInstrument(tx, context.me(), input)),
    ),
    retire: api.retire.handler(({ input, context }) => context.act((tx) => retireInstrument(tx, input))),
    choose: api.choose.handler(({ input, context }) =>
      context.act(async (tx) => {
        await chooseInstrument(tx, context.me(), input)
        return {}
      }),
    ),
  })
}
