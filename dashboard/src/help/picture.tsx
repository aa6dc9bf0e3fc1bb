import type { SceneName } from './scene-name.ts'

type PictureProps = { scene: SceneName; shows: string }

/** The files of the pictures by theme and name, such as `light/install-680x412`: theme, scene and size. */
const files = import.meta.glob<string>('./pictures/*/*.webp', { eager: true, query: '?url', import: 'default' })

/** A picture of the product in the theme of the page, and on paper the light one. */
export function Picture({ scene, shows }: PictureProps) {
  const light = findFile(scene, 'light')
  const dark = findFile(scene, 'dark')
  if (!light || !dark) return null
  return (
    <figure className="mt-4 w-fit break-inside-avoid overflow-hidden rounded-md border border-default">
      <img
        {...light}
        alt={shows}
        loading="lazy"
        className="block h-auto max-w-full dark:[:root:not([data-theme=light])_&]:hidden [[data-theme=dark]_&]:hidden print:block!"
      />
      <img
        {...dark}
        alt={shows}
        loading="lazy"
        className="hidden h-auto max-w-full dark:[:root:not([data-theme=light])_&]:block [[data-theme=dark]_&]:block print:hidden!"
      />
    </figure>
  )
}

function findFile(scene: SceneName, theme: 'light' | 'dark') {
  const name = new RegExp(`/${theme}/${scene}-(\\d+)x(\\d+)\\.webp$`)
  for (const [path, src] of Object.entries(files)) {
    const [, width, height] = name.exec(path) ?? []
    if (width && height) return { src, width, height }
  }
  return undefined
}
