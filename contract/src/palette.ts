/**
 * The product's colors by role, each as light and dark. Every color of a page, a frame or the extension comes from
 * here.
 */
const palette = {
  'bg-canvas': ['#f7f8f6', '#0d110f'],
  'bg-sidebar': ['#f0f2ef', '#090c0b'],
  'bg-surface': ['#ffffff', '#141917'],
  'bg-raised': ['#ffffff', '#1b211e'],
  'bg-sunken': ['#f4f6f3', '#101412'],
  'bg-hover': ['#f1f4f0', '#1b221f'],
  'bg-active': ['#e5e9e4', '#242c28'],
  'bg-selected': ['#eff8f3', '#11261d'],
  'bg-overlay': ['rgba(12, 16, 14, 0.46)', 'rgba(0, 0, 0, 0.62)'],
  'bg-inverse': ['#161c19', '#ecf1ee'],
  'text-inverse': ['#f4f6f3', '#121815'],
  'text-primary': ['#121815', '#ecf1ee'],
  'text-secondary': ['#46504a', '#b2bcb6'],
  'text-muted': ['#606a64', '#8d9892'],
  'text-disabled': ['#98a19b', '#5c6661'],
  'border-subtle': ['#e8ebe7', '#222926'],
  'border-default': ['#d6dcd6', '#303935'],
  'border-control': ['#848d87', '#6c7771'],
  'accent-solid': ['#0b7350', '#2fbf87'],
  'accent-hover': ['#085c41', '#49cf9b'],
  'accent-active': ['#084a36', '#7addb6'],
  'accent-on': ['#ffffff', '#04231a'],
  'accent-text': ['#085c41', '#5ed3a5'],
  'accent-subtle': ['#e5f4ec', '#112a20'],
  'accent-border': ['#a5d8bf', '#1f5b44'],
  'warning-solid': ['#bc6d00', '#e5a33b'],
  'warning-text': ['#7d4800', '#f0be6a'],
  'warning-subtle': ['#fef5e3', '#2a2010'],
  'warning-border': ['#edcb87', '#61491c'],
  'danger-solid': ['#c3272c', '#ef6b6e'],
  'danger-hover': ['#a11c21', '#f58a8c'],
  'danger-on': ['#ffffff', '#2a0506'],
  'danger-text': ['#a11c21', '#fb9c9c'],
  'danger-subtle': ['#fdeeec', '#331819'],
  'danger-border': ['#f0b6b2', '#722f32'],
  'info-solid': ['#1c5fb0', '#5b9dee'],
  'info-text': ['#154c90', '#93bff5'],
  'info-subtle': ['#eaf2fc', '#132439'],
  'info-border': ['#b2cff0', '#294c79'],
  'violet-solid': ['#6445b5', '#9a80ea'],
  'violet-text': ['#513596', '#bfadf5'],
  'violet-subtle': ['#f2eefb', '#221c38'],
  'violet-border': ['#cdbff0', '#45387c'],
  'focus-ring': ['#1769e0', '#6bb0ff'],
  track: ['#e5e9e4', '#29312d'],
  'shadow-card-color': ['rgba(18, 24, 21, 0.04)', 'transparent'],
  'shadow-ring': ['transparent', '#303935'],
  'shadow-near': ['rgba(18, 24, 21, 0.06)', 'transparent'],
  'shadow-pop-color': ['rgba(18, 24, 21, 0.12)', 'rgba(0, 0, 0, 0.6)'],
  'shadow-modal-color': ['rgba(18, 24, 21, 0.28)', 'rgba(0, 0, 0, 0.75)'],
  'chart-1': ['#0b7350', '#2fbf87'],
  'chart-2': ['#2f74d0', '#5b9dee'],
  'chart-3': ['#bc6d00', '#e5a33b'],
  'chart-4': ['#7a5ac8', '#9a80ea'],
  'chart-5': ['#0b8496', '#35b6c8'],
  'chart-6': ['#c2416b', '#ea6f97'],
  'chart-7': ['#6f7973', '#8d9892'],
  'chart-previous': ['#848d87', '#6c7771'],
  'chart-grid': ['#e8ebe7', '#222926'],
  'map-land': ['#f4f5f1', '#161c19'],
  'map-land-alt': ['#ecefea', '#131816'],
  'map-water': ['#dce7ea', '#0b1315'],
  'map-border': ['#c4ccc5', '#36403b'],
  'map-county': ['#e4e8e2', '#1d2421'],
  'map-road': ['#ffffff', '#2a332f'],
  'map-road-edge': ['#d3d8d2', '#0f1412'],
  'map-label': ['#5a645e', '#8d9892'],
  // The promotion beside the sign-in form looks the same in light and dark.
  panel: ['#083a2b', '#083a2b'],
  'panel-sunken': ['#04231a', '#04231a'],
  'panel-line': ['#1f5b44', '#1f5b44'],
  'panel-row': ['#0f4534', '#0f4534'],
  'panel-avatar': ['#0b7350', '#0b7350'],
  'panel-primary': ['#ffffff', '#ffffff'],
  'panel-secondary': ['#b5e0ca', '#b5e0ca'],
  'panel-accent': ['#2fbf87', '#2fbf87'],
  'panel-star': ['#edcb87', '#edcb87'],
  // The server's plain pages.
  'page-outline': ['#121815', '#ffffff'],
  'page-field': ['#ffffff', '#121815'],
  'page-button': ['#ffffff', '#1a211e'],
  // The extension's controls, which are light on every load board.
  'board-shadow': ['rgb(12 16 14 / 16%)', 'rgb(12 16 14 / 16%)'],
  'board-focus': ['rgb(23 105 224 / 30%)', 'rgb(23 105 224 / 30%)'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

export type ColorName = keyof typeof palette

/** Returns a color's light value, for what has no dark version. */
export const lightColor = (name: ColorName): string => palette[name][0]

/** Returns a color's dark value, for what cannot follow a color scheme by itself. */
export const darkColor = (name: ColorName): string => palette[name][1]

/** Returns a color as a CSS value that follows the color scheme of its element. */
export const color = (name: ColorName): string => `light-dark(${palette[name].join(', ')})`

/** One CSS custom property per color, each following the color scheme of the element that uses it. */
export const colorProperties: string = Object.entries(palette)
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
  .join('\n')

/** The same properties for browsers without `light-dark()`: a style sheet that follows the system's color scheme. */
export const systemColorSheet = `:root { ${propertiesOf(0)} }
@media (prefers-color-scheme: dark) { :root { ${propertiesOf(1)} } }
`

function propertiesOf(scheme: 0 | 1): string {
  return Object.entries(palette)
    .map(([name, colors]) => `--${name}: ${colors[scheme]};`)
    .join(' ')
}
