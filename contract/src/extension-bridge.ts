/** What the dashboard's page and the extension's content script on it agree on (D2.6, D11.2). */
export const extensionBridge = {
  /** The extension puts an element with this id on the dashboard; `data-version` is its version, and all that a page learns. */
  markerId: 'loadping-extension',
  /** While the marker is there, the dashboard keeps a `<template>` with this id; `data-code` is the pick-up code. */
  codeId: 'loadping-extension-token',
} as const

/** Paths of the dashboard's origin that are not the dashboard: the extension treats the first as a load board, and stays away from the second. */
export const devPaths = { demoBoard: '/demo-board/', dev: '/dev/' } as const
