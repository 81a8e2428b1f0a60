import type { FollowUp, RotationDetail } from '../contract.ts'

type Sent = { version: number; refused?: string[] | undefined; idempotency_key?: string | undefined }
type Followed = { rotation: RotationDetail; follow_up: FollowUp }
type Mutation<Input> = { mutationFn?: (input: Input, ...rest: never[]) => Promise<Followed> }

/**
 * A change that the shifts of a rotation follow, sent again until it came to each of them (decision 216), and answered for all of them.
 * Throws where a request fails: what was done stays, and the same again goes on from there.
 */
export const untilFollowed = <Input extends Sent>({ mutationFn: send, ...options }: Mutation<Input>) => ({
  ...options,
  mutationFn: async (input: Input): Promise<Followed> => {
    let { rotation, follow_up: all } = await send!(input)
    for (;;) {
      const refused = all.refused.filter(({ reason }) => reason !== 'not_reached')
      if (refused.length === all.refused.length) return { rotation, follow_up: all }
      const next = await send!({
        ...input,
        refused: refused.map(({ id }) => id),
        idempotency_key: crypto.randomUUID(),
      })
      rotation = next.rotation
      all = sumOf({ ...all, refused }, next.follow_up)
    }
  },
})

const sumOf = (one: FollowUp, other: FollowUp): FollowUp => ({
  changed: one.changed + other.changed,
  asked: one.asked + other.asked,
  added: one.added + other.added,
  removed: one.removed + other.removed,
  withdrawn: one.withdrawn + other.withdrawn,
  canceled: one.canceled + other.canceled,
  refused: [...one.refused, ...other.refused],
})
