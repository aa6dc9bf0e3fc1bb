declare module 'papaparse' {
  type Options = { delimiter: string; skipEmptyLines: 'greedy' }
  type Result = { data: string[][]; errors: { type: string; row?: number }[] }
  const Papa: { parse: (text: string, options: Options) => Result }
  export = Papa
}
