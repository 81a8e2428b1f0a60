import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'

/** The file for each module (scripts/chunk-plan.ts), from the first pass, which has no plan itself. */
const plan = process.env['CHUNK_PLAN']
  ? (JSON.parse(readFileSync(process.env['CHUNK_PLAN'], 'utf8')) as Record<string, string>)
  : undefined

/** The build for the browser. */
const ofBrowser = {
  // The signed-in app, the auth pages (app/auth.tsx), and the public pages (app/site.tsx).
  input: ['index.html', 'auth.html', 'site.html'],
  output: {
    // The entry names the files of every address, so short names save everyone kilobytes.
    chunkFileNames: 'assets/[hash:7].js',
    // Fewer different letters compress better, and on some disks two names that differ only by case are the same.
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

/** The code that renders pages during the build (app/prerender.tsx), and on the server (app/render-thread.ts). */
const ofServer = {
  input: ['app/prerender.tsx', 'app/render-thread.ts'],
  // Works wherever the folder is copied to.
  output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[hash].mjs' },
} satisfies BuildEnvironmentOptions['rolldownOptions']

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    // The pages that are rendered during the build (app/prerender.tsx) are not routes.
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
  // A few files that need no others and do not depend on how the server was started.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  server: { strictPort: true },
}))

/** Loads the two fonts of every page, Latin only, with the page, not only after its styles are read. */
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

/** For the plan: lists what is in each file. */
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
