import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { versionConflict, withConflictDetails } from '#platform/server/version-conflict.ts'
import { automationsContract } from '../contract.ts'
import { automationRefusals } from '../messages.ts'
import { executeChange, decide, undoChange } from './commands/execute-change.ts'
import { eachChange } from './commands/each-change.ts'
import { addRule, changeRule, removeRule, requestedSchoolOrOwn } from './commands/save-rule.ts'
import { addTemplate, archiveTemplate, changeTemplate } from './commands/save-template.ts'
import { startRun, startTrial } from './commands/start-run.ts'
import { activateRule, pauseRule } from './commands/activate-rule.ts'
import { listChanges } from './queries/list-changes.ts'
import { findRule, listRules } from './queries/list-rules.ts'
import { findRun, listRuns } from './queries/list-runs.ts'
import { findTemplate, listTemplates } from './queries/list-templates.ts'
import { versionedRule, versionedTemplate } from './queries/versioned-automation.ts'

explainRefusals(automationRefusals)

export function automationHandlers() {
  const api = implement(automationsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    rules: api.rules.handler(({ input, context }) => context.act((tx) => listRules(tx, input))),
    rule: api.rule.handler(({ input, context }) => context.act((tx) => findRule(tx, input.id))),
    addRule: api.addRule.handler(({ input: { id, school_id, idempotency_key: _key, ...fields }, context }) =>
      context.act(async (tx) => {
        await addRule(tx, id, await requestedSchoolOrOwn(tx, school_id), fields)
        return findRule(tx, id)
      }),
    ),
    changeRule: api.changeRule.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) =>
        withConflictDetails(
          () =>
            context.act(async (tx) => {
              await changeRule(tx, { id, version }, fields)
              return findRule(tx, id)
            }),
          () =>
            context.act(
              async (tx) => versionConflict(tx, versionedRule, { id, version }, await findRule(tx, id)),
              { readOnly: true },
            ),
        ),
    ),
    activate: api.activate.handler(({ input, context }) =>
      context.act(async (tx) => {
        await activateRule(tx, input)
        return findRule(tx, input.id)
      }),
    ),
    pause: api.pause.handler(({ input, context }) =>
      context.act(async (tx) => {
        await pauseRule(tx, input)
        return findRule(tx, input.id)
      }),
    ),
    removeRule: api.removeRule.handler(({ input, context }) =>
      context.act(async (tx) => {
        await removeRule(tx, input)
        return {}
      }),
    ),
    tryRule: api.tryRule.handler(({ input, context }) =>
      context.act(async (tx) => {
        await startTrial(tx, input)
        return { job_id: input.job_id }
      }),
    ),
    runRule: api.runRule.handler(({ input, context }) =>
      context.act(async (tx) => {
        await startRun(tx, input)
        return { run_id: input.run_id }
      }),
    ),
    runs: api.runs.handler(({ input, context }) => context.act((tx) => listRuns(tx, input))),
    run: api.run.handler(({ input, context }) => context.act((tx) => findRun(tx, input.id))),
    changes: api.changes.handler(({ input, context }) => context.act((tx) => listChanges(tx, input))),
    accept: api.accept.handler(({ input, context }) =>
      context.act((tx) => eachChange(tx, input.ids, (id) => executeChange(tx, context.me(), id))),
    ),
    dismiss: api.dismiss.handler(({ input, context }) =>
      context.act((tx) => eachChange(tx, input.ids, (id) => decide(tx, id, 'dismissed'))),
    ),
    reopen: api.reopen.handler(({ input, context }) =>
      context.act(async (tx) => {
        await decide(tx, input.id, 'suggested')
        return {}
      }),
    ),
    undo: api.undo.handler(({ input, context }) =>
      context.act((tx) => eachChange(tx, input.ids, (id) => undoChange(tx, context.me(), id))),
    ),
    templates: api.templates.handler(({ input, context }) => context.act((tx) => listTemplates(tx, input))),
    addTemplate: api.addTemplate.handler(
      ({ input: { id, school_id, idempotency_key: _key, ...fields }, context }) =>
        context.act(async (tx) => {
          await addTemplate(tx, id, await requestedSchoolOrOwn(tx, school_id), fields)
          return {}
        }),
    ),
    changeTemplate: api.changeTemplate.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) =>
        withConflictDetails(
          () =>
            context.act(async (tx) => {
              await changeTemplate(tx, { id, version }, fields)
              return {}
            }),
          () =>
            context.act(
              async (tx) =>
                versionConflict(tx, versionedTemplate, { id, version }, await findTemplate(tx, id)),
              { readOnly: true },
            ),
        ),
    ),
    archiveTemplate: api.archiveTemplate.handler(({ input, context }) =>
      context.act(async (tx) => {
        await archiveTemplate(tx, input.id, input.is_archived)
        return {}
      }),
    ),
  })
}
