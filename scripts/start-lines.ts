import { createServer } from 'node:net'
import { styleText } from 'node:util'
import type { SignIn } from '#database/demo-sign-ins.ts'
import { demoPassword } from '#database/seeds/demo-accounts.ts'
import type { Config } from '#platform/server/config.ts'
import { StartError } from './ending.ts'

/** Throws StartError with the setting to change if one of the two ports is taken. */
export async function assertPortsFree({ host, port, healthPort }: Config): Promise<void> {
  await assertFree(host, port, 'PORT')
  await assertFree(host, healthPort, 'HEALTH_PORT')
}

/** Prints the address and, for a demonstration, its existing accounts; a warning if it is open to everyone. */
export function welcome({ isDemo, isProduction }: Config, url: string, signIns: readonly SignIn[]): void {
  console.log(`\n  Placewell is at ${styleText('bold', url)}\n`)
  if (isDemo && isProduction)
    console.log(
      '  Warning: DEMO is on. Anyone who reaches this server can sign in as the people below; enter nothing real.\n',
    )
  if (signIns.length > 0) {
    const width = Math.max(...signIns.map(({ label }) => label.length))
    console.log(`  Sign in as one of these; the password is ${styleText('bold', demoPassword)}\n`)
    for (const { label, email } of signIns) console.log(`  ${label.padEnd(width)}   ${email}`)
    console.log('')
  }
  console.log('  Ctrl-C stops it.\n')
}

/** A free port on this host. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  return listenBriefly(host, 0)
}

async function assertFree(host: string, port: number, name: string): Promise<void> {
  try {
    await listenBriefly(host, port)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use: stop what uses it, or set ${name} to another port`)
    throw new StartError(`Port ${port} of ${host} cannot be used (${message})`)
  }
}

async function listenBriefly(host: string, port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : port
}
