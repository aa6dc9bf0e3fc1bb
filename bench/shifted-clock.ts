// Runs the product with a clock that a signal sets an hour ahead, and the next one back.

const RealDate = Date
let aheadMs = 0
process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? 3_600_000 : 0
})

globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, target) =>
    Reflect.construct(real, given.length === 0 ? [RealDate.now() + aheadMs] : given, target),
  get: (real, name) => (name === 'now' ? () => RealDate.now() + aheadMs : Reflect.get(real, name)),
})

await import('../server/src/main.ts')
