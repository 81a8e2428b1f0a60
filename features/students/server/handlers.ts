import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { studentsContract } from '../contract.ts'
import { versionConflict } from '#platform/server/version-conflict.ts'
import { updateStudent } from './commands/update-student.ts'
import { versionedStudent } from './queries/versioned-student.ts'
import { findPage, findStudent } from './queries/find-student.ts'
import { allStudents, chooseStudents, listStudents, withSummaries } from './queries/list-students.ts'

const SUMMARIZED_AT_ONCE = 200

export function studentHandlers() {
  const api = implement(studentsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listStudents(tx, input))),
    choose: api.choose.handler(({ input, context }) => context.act((tx) => chooseStudents(tx, input))),
    export: api.export.handler(async ({ input, context }) => {
      const rows = await context.act((tx) => allStudents(tx, input))
      const whole: typeof rows = []
      // In batches, so that each statement is short regardless of the number of students.
      for (let at = 0; at < rows.length; at += SUMMARIZED_AT_ONCE)
        whole.push(...(await context.act((tx) => withSummaries(tx, rows.slice(at, at + SUMMARIZED_AT_ONCE)))))
      return whole
    }),
    get: api.get.handler(async ({ input, context, errors }) => {
      const found = await context.act((tx) => findPage(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),
    update: api.update.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const isDone = await updateStudent(tx, input)
        const current = await findStudent(tx, input.id)
        if (!current) throw errors.NOT_FOUND()
        if (!isDone) throw errors.CONFLICT(await versionConflict(tx, versionedStudent, input, current))
        return current
      }),
    ),
  })
}
