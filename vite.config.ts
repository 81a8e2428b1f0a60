import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'

/** Which file each module goes into (scripts/chunk-plan.ts); what is decided by a first pass, which has none. */
const plan = process.env['CHUNK_PLAN']
  ? (JSON.parse(readFileSync(process.env['CHUNK_PLAN'], 'utf8')) as Record<string, string>)
  : undefined

/** What the browser is sent. */
const ofBrowser = {
  // The pages people work on, the auth pages that lead to them (app/auth.tsx), and the pages that tell of the product (app/site.tsx).
  input: ['index.html', 'auth.html', 'site.html'],
  output: {
    // The entry names the files of every address: short names are kilobytes that everyone saves.
    chunkFileNames: 'assets/[hash:7].js',
    // Fewer letters are fewer bits of each name, and two names that differ by their case alone are one on some disks.
    hashCharacters: 'base36',
    assetFileNames: ({ names: [name = ''] }) =>
      name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
    ...(plan && {
      codeSplitting: {
        groups: [{ name: (id: string) => plan[id] ?? null, includeDependenciesRecursively: false }],
      },
    }),
  },
} satisfies BuildEnvironmentOptions['rolldownOptions']

/** What renders pages while building (app/prerender.tsx), and where the product runs (app/render-thread.ts). */
const ofServer = {
  input: ['app/prerender.tsx', 'app/render-thread.ts'],
  // Wherever the folder is copied to.
  output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[hash].mjs' },
} satisfies BuildEnvironmentOptions['rolldownOptions']

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    // The pages that are rendered while building (app/prerender.tsx) are no routes.
    !isSsrBuild &&
      tanstackRouter({
        target: 'react',
        routesDirectory: './routes',
        generatedRouteTree: './app/routeTree.gen.ts',
        autoCodeSplitting: true,
        routeFileIgnorePattern: String.raw`\.test\.`,
        quoteStyle: 'single',
      }),
    react(),
    earlyFonts(),
    !isSsrBuild && !plan && chunksOfFirstPass(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: isSsrBuild ? ofServer : ofBrowser,
  },
  // In few files that need no other, and that do not depend on how the server was started.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  server: { strictPort: true },
}))

/** The two faces every page is set in, Latin only, are asked for with the page and not when its styles are read. */
function earlyFonts(): Plugin {
  return {
    name: 'placewell:early-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
  }
}

/** For the plan: what is in each file. */
function chunksOfFirstPass(): Plugin {
  return {
    name: 'placewell:chunks',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      this.emitFile({
        type: 'asset',
        fileName: '.vite/chunks.json',
        source: JSON.stringify(
          Object.fromEntries(
            chunks.map(({ fileName, moduleIds, imports, isEntry, isDynamicEntry, code, viteMetadata }) => [
              fileName,
              {
                modules: moduleIds,
                imports,
                isEntry: isEntry || isDynamicEntry,
                hasStyles: viteMetadata!.importedCss.size > 0,
                size: code.length,
              },
            ]),
          ),
        ),
      })
    },
  }
}
