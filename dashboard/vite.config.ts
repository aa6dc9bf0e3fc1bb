import { colorProperties } from '@loadping/contract/palette'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'
import { preloadPages } from './preload-pages.ts'

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    {
      name: 'palette',
      enforce: 'pre',
      transform: (css, id) => (id.endsWith('/ui/tokens.css') ? `${css}\n:root { ${colorProperties} }` : undefined),
    },
    tailwindcss(),
    preloadPages(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    sourcemap: false,
    modulePreload: {
      polyfill: false, // the browsers below preload modules themselves
      // Pages, and calls, that few use often: the first script, which every page waits for, would name each script of theirs.
      resolveDependencies: (name, scripts) =>
        /(?:analytics|billing|upgrade|settings|due|handover|email|connect|help|team|extension|installation|practice|offers|terms|privacy|not-found)-screen|(?:account-export|account-deletion|analytics|billing|installation|practice|offers)\.api/.test(
          name,
        )
          ? scripts.filter((script) => script.endsWith('.css'))
          : scripts,
    },
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js', // the first script has all of these names
        codeSplitting: {
          // Many small files delay the first paint more than their bytes: group what every page starts with, the small
          // ui parts, what is found by name, the sign-in page, and what surrounds the pages of signed-in users, each
          // with what it imports.
          groups: [
            { name: 'first', tags: ['$initial'] },
            {
              name: 'pieces',
              test: /lucide-react|[\\/](?:plans|verifier)\.ts|(?:use-form|use-single-mutation|error-message|useMutation|mutationObserver|queryOptions)\.[jt]s|[\\/]src[\\/]ui[\\/](?!list|overlay|form[\\/](?:checkbox|choice|number|select|text-area)|badge|card|facts|figure|format|icon-button|initials|note-panel|message-frame|page-head|save-file|toast|trusted|use-is|use-shortcut)/,
              minShareCount: 4,
            },
            {
              name: 'words',
              test: /[\\/](?:money|durations|load-status|outcomes|email-state|role-name|initials|in-chunks|page-cursor)\.ts$/,
              minShareCount: 2,
            },
            {
              name: 'over-trucks',
              test: /[\\/]truck-board[\\/](?:asks-drawer|take-back|book-|absence-dialog|due[\\/]call-back|drawer-parts)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'trucks',
              test: /[\\/]src[\\/]truck-board[\\/](?!paste[\\/]|handover[\\/]|board-screen|due[\\/]due-screen)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'live',
              test: /[\\/]home[\\/](?:following|live-badge|live-stream|live\.data)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'of-trucks',
              test: /[\\/]src[\\/]trucks[\\/](?:trucks\.data|truck-dialog\.parts|truck-draft)|typed-place|places\.data|load-times|[\\/]states\.ts|[\\/]time-zones\.ts/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'of-loads',
              test: /[\\/]loads[\\/](?:booked-truck|load-changes|load-display|load-rates|shown-changes|query-keys|load-pages|status-entries)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'lists',
              test: /[\\/]ui[\\/]list[\\/](?!use-selection|use-virtual)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'find', test: /minisearch|find-entries|(?:help[\\/]pages|settings[\\/]sections)\.ts/ },
            { name: 'sign-in', test: /[\\/]src[\\/]sign-in[\\/]sign-in-(?:layout|screen)\.tsx/ },
            {
              name: 'shell',
              test: /[\\/]src[\\/](?:shell[\\/]shell|ui[\\/](?:card|figure|page-head|form[\\/]text-area))\.tsx/,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
