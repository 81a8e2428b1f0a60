import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { mappingsContract } from '../contract.ts'
import { mappingRefusals } from '../messages.ts'
import { addMapping } from './commands/add-mapping.ts'
import { changeMapping } from './commands/change-mapping.ts'
import { decideMapping } from './commands/decide-mapping.ts'
import { addWord, removeWord } from './commands/save-word.ts'
import { applyRun, discardRun } from './commands/settle-run.ts'
import { startRun } from './commands/start-run.ts'
import { exportMappings } from './export-mappings.ts'
import { findMapping } from './queries/find-mapping.ts'
import { getDocumentation } from './queries/get-documentation.ts'
import { listAreas, requestedSchoolOrOwn } from './queries/list-areas.ts'
import { listMappings } from './queries/list-mappings.ts'
import { getRun, listRuns } from './queries/list-runs.ts'
import { listSchools } from './queries/list-schools.ts'
import { listWords } from './queries/list-words.ts'
import { versionedMapping } from './queries/versioned-mapping.ts'

explainRefusals(mappingRefusals)
refuseByConstraint('mappings_one_open', 'mapping.taken')
refuseByConstraint('mapping_words_one', 'mapping.word_taken')

export function mappingHandlers() {
  const api = implement(mappingsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listMappings(tx, input))),
    areas: api.areas.handler(({ input, context }) =>
      context.act(async (tx) => ({
        rows: await listAreas(tx, await requestedSchoolOrOwn(tx, input.school_id)),
      })),
    ),
    add: api.add.handler(({ input: { idempotency_key: _key, ...given }, context }) =>
      context.act(async (tx) => {
        await addMapping(tx, given)
        return findMapping(tx, given.id)
      }),
    ),
    change: api.change.handler(({ input: { idempotency_key: _key, ...given }, context }) =>
      withConflictDetails(
        () =>
          context.act(async (tx) => {
            await changeMapping(tx, given)
            return findMapping(tx, given.id)
          }),
        () =>
          context.act(
            async (tx) => versionConflict(tx, versionedMapping, given, await findMapping(tx, given.id)),
            { readOnly: true },
          ),
      ),
    ),
    decide: api.decide.handler(({ input, context }) =>
      context.act(async (tx) => {
        await decideMapping(tx, input)
        return findMapping(tx, input.id)
      }),
    ),
    runs: api.runs.handler(({ input, context }) => context.act((tx) => listRuns(tx, input))),
    run: api.run.handler(({ input, context }) => context.act((tx) => getRun(tx, input.id))),
    start: api.start.handler(({ input, context }) =>
      context.act(async (tx) => {
        await startRun(tx, input)
        return { id: input.id }
      }),
    ),
    apply: api.apply.handler(({ input, context }) => context.act((tx) => applyRun(tx, input))),
    discard: api.discard.handler(({ input, context }) =>
      context.act(async (tx) => {
        await discardRun(tx, input.id)
        return {}
      }),
    ),
    words: api.words.handler(({ context }) => context.act(async (tx) => ({ rows: await listWords(tx) }))),
    addWord: api.addWord.handler(({ input, context }) =>
      context.act(async (tx) => {
        await addWord(tx, input)
        return {}
      }),
    ),
    removeWord: api.removeWord.handler(({ input, context }) =>
      context.act(async (tx) => {
        await removeWord(tx, input.id)
        return {}
      }),
    ),
    schools: api.schools.handler(({ input, context }) => context.act((tx) => listSchools(tx, input))),
    documentation: api.documentation.handler(({ input, context }) =>
      context.act(async (tx) =>
        getDocumentation(tx, await requestedSchoolOrOwn(tx, input.school_id), context.me().fullName),
      ),
    ),
    export: api.export.handler(({ input, context }) => exportMappings(context, input)),
  })
}
