import { brand } from '@loadping/contract/brand'
import { colorProperties } from '@loadping/contract/palette'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    { name: 'brand', transformIndexHtml: (page) => page.replaceAll('%NAME%', brand.name) },
  ],
  build: {
    outDir: 'dist',
    sourcemap: false,
    modulePreload: { polyfill: false }, // the browsers below preload modules themselves
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Many small files delay the first paint more than their bytes: group what every page starts with, and the
          // small ui parts.
          groups: [
            { name: 'first', tags: ['$initial'] },
            {
              name: 'pieces',
              test: /lucide-react|(?:use-form|error-message|useMutation|mutationObserver|queryOptions)\.[jt]s|[\\/]src[\\/]ui[\\/](?!checkbox|choice|dialog|empty-state|facts|load-more|note-panel|row-focus|menu-popover|message-frame|modal-card|number|popover|search|select|toast|trusted)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
})
