export type PasswordOwner = { email: string; full_name: string; school_name: string | null }

/** Endings that people add to their own words. */
const ENDINGS = ['', '1', '123', '!']

/**
 * Passwords made of well-known facts about a person, likeliest first, for the server's own
 * check (sign-in design E4): the empty one, their address and its parts, their names, their
 * school, each as it is, in lower case and with the usual endings. At most 60.
 */
export function ownPasswords({ email, full_name: name, school_name: school }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const words = [
    email,
    local,
    name,
    ...name.split(/\s+/),
    name.replace(/\s+/g, ''),
    ...(school ? [school, school.replace(/\s+/g, '')] : []),
    ...local.split(/[._+-]+/),
    domain,
    domain.split('.')[0]!,
  ].filter((word) => word.length > 1)
  const plain = words.flatMap((word) => [word, word.toLowerCase()])
  const ended = ENDINGS.slice(1).flatMap((ending) => words.map((word) => word.toLowerCase() + ending))
  return [...new Set(['', 'password1', 'placewell', ...plain, ...ended])].slice(0, 60)
}
