/** The DOM contract between the dashboard page and the extension's content script. */
export const extensionBridge = {
  /** The id of the element that the extension adds to the dashboard; `data-version` is the extension's version. */
  markerId: 'loadping-extension',
  /** The id of the dashboard's `<template>` while the marker is present; `data-code` is the pairing code. */
  codeId: 'loadping-extension-token',
} as const

/**
 * Paths on the dashboard's origin outside the dashboard. The extension treats `demoBoard` as a load board and ignores
 * `dev`.
 */
export const devPaths = { demoBoard: '/demo-board/', dev: '/dev/' } as const
