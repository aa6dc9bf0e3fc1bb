import { lightColor } from '@loadping/contract/palette'

/** Generic families alone: a page can redefine any named one, and so redraw the figures of an ask. */
export const family = 'system-ui, sans-serif'

/** The product's mark, as in the toolbar. */
const brandMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${lightColor('accent-solid')}"/><path d="M9 7v14.5A2.5 2.5 0 0 0 11.500 24H22" fill="none" stroke="${lightColor('accent-on')}" stroke-width="3.500" stroke-linecap="round"/><circle cx="18.500" cy="14.500" r="2.750" fill="${lightColor('accent-on')}"/><path d="M18.500 8a6.500 6.500 0 0 1 6.500 6.500" fill="none" stroke="${lightColor('accent-on')}" stroke-width="2.750" stroke-linecap="round"/></svg>`

/**
 * The style of the card and the toast. A shadow over the row would keep the browser from proving that its controls are
 * visible.
 */
export const floatingStyle = `
.card { width: 336px; padding: 15px 16px 12px; font-weight: 400; box-shadow: 0 14px 16px -4px ${lightColor('board-shadow')}; }
.card.is-above { box-shadow: 0 -14px 16px -4px ${lightColor('board-shadow')}; }
.card header { display: flex; align-items: flex-start; justify-content: space-between; gap: 8px; }
.card strong { font: 600 14px/20px ${family}; }
.brand { flex: none; width: 18px; height: 18px; background: url('data:image/svg+xml,${encodeURIComponent(brandMark)}') center / contain no-repeat; }
button.plain { height: auto; padding: 0; border: 0; background: none; font-weight: 400; color: ${lightColor('text-secondary')}; }
button.plain:hover { color: ${lightColor('text-primary')}; }
.card > button.plain { max-width: 100%; font-size: 12px; text-align: left; white-space: normal; }
dl { margin: 10px 0 0; color: ${lightColor('text-secondary')}; font-feature-settings: 'tnum' 1; }
dt { float: left; clear: left; margin-right: 12px; }
dd { margin: 0 0 4px; color: ${lightColor('text-primary')}; text-align: right; }
dd:first-of-type { font-weight: 600; }
hr { height: 1px; margin: 12px 0 10px; border: 0; background: ${lightColor('border-subtle')}; }
.note { display: grid; grid-template-columns: 14px 1fr; gap: 8px; margin: 0 0 6px; font-size: 12px; color: ${lightColor('text-secondary')}; overflow-wrap: anywhere; }
.note svg { margin-top: 1px; }
.good-text { color: ${lightColor('accent-text')}; }
.warning-text { color: ${lightColor('warning-text')}; }
.bad-text { color: ${lightColor('danger-text')}; }
.actions { display: flex; gap: 8px; margin-top: 10px; }
.actions button { height: 28px; padding: 0 10px; border-radius: 6px; }
.actions .rest { border-color: ${lightColor('border-default')}; }
.wide { flex: 1; }
footer { display: flex; align-items: center; gap: 6px; margin-top: 10px; font-size: 12px; color: ${lightColor('text-muted')}; }
kbd { box-sizing: border-box; min-width: 18px; height: 18px; padding: 0 4px; border: 1px solid ${lightColor('border-default')}; border-radius: 4px; background: ${lightColor('bg-sunken')}; font: 500 11px/16px ${family}; text-align: center; color: ${lightColor('text-secondary')}; }
.toast { top: 20px; right: 24px; width: 360px; padding: 14px 16px 12px 12px; border-left: 3px solid ${lightColor('accent-solid')}; font-weight: 400; overflow-wrap: anywhere; box-shadow: 0 8px 16px -4px ${lightColor('board-shadow')}; }
.toast:popover-open { display: grid; grid-template-columns: 20px 1fr 20px; gap: 0 10px; }
.toast[data-tone=warning] { border-left-color: ${lightColor('warning-solid')}; }
.toast[data-tone=bad] { border-left-color: ${lightColor('danger-solid')}; }
.toast .brand { width: 20px; height: 20px; }
.toast strong { font: 600 14px/18px ${family}; }
.toast p { margin: 2px 0 0; color: ${lightColor('text-secondary')}; font-feature-settings: 'tnum' 1; }
.toast .actions { flex-wrap: wrap; gap: 8px 12px; }
.toast .actions .plain { padding: 0 6px; }
.toast .actions .plain:first-child { margin-left: -6px; }
.toast .close { width: 20px; height: 20px; justify-content: center; }
`
