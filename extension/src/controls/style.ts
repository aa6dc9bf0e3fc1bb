import { lightColor } from '@loadping/contract/palette'
import { family, floatingStyle } from './floating-style.ts'

/**
 * The controls' style in their shadow root. A backdrop would keep the browser from proving that what is below it is
 * visible.
 */
export const controlsStyle = `
:host { all: initial !important; position: absolute !important; top: calc(50% - 12px) !important; right: 24px !important; z-index: 1 !important; }
:host(.floating) { position: fixed !important; top: 0 !important; right: 0 !important; }
.controls, .panel, .card, .toast, button, a, input { font: 500 13px/16px ${family}; }
.controls { position: static; inset: auto; display: flex; align-items: center; gap: 4px; width: auto; height: 24px; margin: 0; padding: 0; border: 0; overflow: visible; background: none; white-space: nowrap; color: ${lightColor('text-primary')}; }
.controls:popover-open { position: fixed; }
[data-text]::before { content: attr(data-text); }
::backdrop { display: none; }
.per-mile { padding: 4px; border-radius: 4px; background: ${lightColor('bg-surface')}; font-size: 11px; color: ${lightColor('text-secondary')}; font-feature-settings: 'tnum' 1; }
.ask { box-sizing: border-box; height: 24px; min-width: 58px; margin-right: 2px; padding: 4px 8px; border-radius: 4px; background: ${lightColor('bg-hover')}; font-weight: 600; text-align: center; font-feature-settings: 'tnum' 1; }
.ask:last-child { margin-right: 0; }
.ask.none { font-weight: 500; color: ${lightColor('text-muted')}; }
.ask.sent { background: ${lightColor('accent-solid')}; color: ${lightColor('accent-on')}; }
.is-tight .per-mile, .is-tightest .per-mile, .is-tightest .call [data-text], .is-tightest .save [data-text] { display: none; }
button, a, .status { box-sizing: border-box; display: inline-flex; align-items: center; gap: 4px; height: 24px; margin: 0; padding: 0 7px; border: 1px solid ${lightColor('border-control')}; border-radius: 4px; background: ${lightColor('bg-surface')}; color: ${lightColor('text-primary')}; text-decoration: none; cursor: pointer; transition: background 120ms, color 120ms; }
.main { min-width: 63px; justify-content: center; }
.status { cursor: default; }
button:focus-visible, a:focus-visible, .status:focus-visible { outline: 2px solid ${lightColor('focus-ring')}; outline-offset: 2px; }
.is-row .main.rest, .main.rest:hover, .primary { border-color: ${lightColor('accent-solid')}; background: ${lightColor('accent-solid')}; color: ${lightColor('accent-on')}; }
a.rest:hover, .save.rest:hover, .actions .rest:hover { background: ${lightColor('bg-hover')}; }
.called { border-color: ${lightColor('info-border')}; background: ${lightColor('info-subtle')}; color: ${lightColor('info-text')}; }
.saved { border-color: ${lightColor('accent-border')}; color: ${lightColor('accent-text')}; }
.good { border-color: ${lightColor('accent-border')}; background: ${lightColor('accent-subtle')}; color: ${lightColor('accent-text')}; }
.busy { border-color: ${lightColor('accent-solid')}; background: ${lightColor('accent-solid')}; color: ${lightColor('accent-on')}; }
.bad { border-color: ${lightColor('danger-border')}; background: ${lightColor('danger-subtle')}; color: ${lightColor('danger-text')}; }
.warning { border-color: ${lightColor('warning-border')}; background: ${lightColor('warning-subtle')}; color: ${lightColor('warning-text')}; }
svg { flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
svg.spinner { animation: spin 900ms linear infinite; }
@keyframes spin { to { transform: rotate(360deg); } }
.panel, .card, .toast { position: fixed; inset: auto; box-sizing: border-box; width: 280px; margin: 0; padding: 4px; border: 1px solid ${lightColor('border-default')}; border-radius: 8px; background: ${lightColor('bg-surface')}; color: ${lightColor('text-primary')}; box-shadow: 0 8px 24px ${lightColor('board-shadow')}; }
.choice { display: grid; grid-template-columns: 1fr auto; width: 100%; height: auto; padding: 6px 8px; border: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; }
.choice:hover, .choice:focus-visible { background: ${lightColor('bg-hover')}; }
.choice:focus-visible { outline-offset: -2px; }
.choice small { grid-column: 1 / -1; margin-top: 2px; font-size: 12px; font-weight: 400; color: ${lightColor('text-muted')}; }
.empty { margin: 0; padding: 8px; font-weight: 400; white-space: normal; color: ${lightColor('text-muted')}; }
form { display: grid; gap: 10px; padding: 8px; white-space: normal; overflow-wrap: anywhere; }
form p { margin: 0; font-weight: 400; }
form strong { font-weight: 600; }
label { display: grid; gap: 4px; }
input { box-sizing: border-box; width: 100%; height: 28px; padding: 0 8px; border: 1px solid ${lightColor('border-control')}; border-radius: 6px; background: ${lightColor('bg-surface')}; color: ${lightColor('text-primary')}; font-weight: 400; }
.field { position: relative; display: block; }
.field input, .field [data-text] { font: 400 13px/16px monospace; white-space: pre; }
.field input { -webkit-text-security: disc; color: transparent; caret-color: ${lightColor('text-primary')}; }
.field input::selection { color: transparent; background: ${lightColor('accent-subtle')}; }
.field [data-text] { position: absolute; inset: 6px 9px; overflow: hidden; pointer-events: none; }
input:focus { outline: 3px solid ${lightColor('board-focus')}; border-color: ${lightColor('focus-ring')}; }
.primary { justify-content: center; height: 28px; border-radius: 6px; }
${floatingStyle}
@media (prefers-reduced-motion: reduce) { svg.spinner { animation: none; } button { transition: none; } }
`
