import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeChunkPlan } from './chunk-plan.ts'

const home = join(import.meta.dirname, '..')
const dist = join(home, 'dist')
const stampFile = join(dist, '.stamp')

/** The sources of the web app, without the generated route tree, because the build writes it. */
const SOURCES = [
  '{index,auth,site}.html',
  'scripts/{chunk-plan,prerender,social-images}.ts',
  'vite.config.ts',
  'package-lock.json',
  '{app,core,features,public,routes,ui}/**/*',
  'platform/web/**/*',
  'platform/server/{first-loads,site-documents}.ts',
]
const OTHERS = ['features/*/server/**', '**/*.test.*', '**/*.sql', '**/*.gen.ts']

/** Builds the web app into `dist/` if any of its sources changed since. Throws with the builder's own output. */
export async function buildWebApp(log: (line: string) => void = () => {}): Promise<void> {
  const stamp = stampOfSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  log('Building the web app…')

  // Built in another folder and swapped in: a server that runs from dist/ never sees half a build.
  const draft = join(home, 'node_modules/.cache/placewell', `dist-${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const rendering = `${draft}-rendering`
  try {
    await Promise.all([
      buildInParts(draft),
      runVite(['build', '--ssr', '--outDir', rendering, '--emptyOutDir']),
    ])
    await run(join(import.meta.dirname, 'prerender.ts'), [draft, join(rendering, 'prerender.mjs')])
  } catch (error) {
    for (const folder of [draft, rendering]) rmSync(folder, { recursive: true, force: true })
    throw error
  }
  compress(draft)
  // For the server, which renders first pages with it (platform/server/page-renderer.ts); folders with a dot are never served.
  renameSync(rendering, join(draft, '.rendering'))
  writeFileSync(join(draft, '.stamp'), stamp)

  const old = `${draft}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(draft, dist)
  rmSync(old, { recursive: true, force: true })
}

/** Builds the browser's files in two passes: the first shows which modules are in which file, so that the second can combine them. */
async function buildInParts(folder: string): Promise<void> {
  const args = ['build', '--outDir', folder, '--emptyOutDir']
  const plan = `${folder}-plan.json`
  await runVite(args)
  writeChunkPlan(folder, plan)
  await runVite(args, { CHUNK_PLAN: plan })
  rmSync(plan)
}

function runVite(args: string[], env: Record<string, string> = {}): Promise<void> {
  return run(join(home, 'node_modules/vite/bin/vite.js'), [...args, '--logLevel', 'warn'], env)
}

/** Runs a script in a separate process, whose memory is freed afterwards. Throws with its output if it fails. */
async function run(script: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: home,
    // An inherited NODE_ENV could cause a development build, which is twice the size.
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  child.stderr.on('data', (part) => (said += part))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The web app could not be built.\n${said}`)
}

function stampOfSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: home, exclude: OTHERS }).toSorted()) {
    const { mtimeMs, size } = statSync(join(home, file))
    hash.update(`${file}\n${mtimeMs}\n${size}\n`)
  }
  return hash.digest('hex')
}

/** Compresses files once here instead of at each request. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{css,html,js,json,svg,txt,webmanifest}', { cwd: folder })) {
    const path = join(folder, file)
    const plain = readFileSync(path)
    if (plain.length < 1024) continue
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
  }
}

if (import.meta.main) {
  try {
    await buildWebApp()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
