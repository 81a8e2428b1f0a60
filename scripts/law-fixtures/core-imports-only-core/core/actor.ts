import type { Actor } from '#platform/web/actor.ts' // bad

export type Who = Actor
