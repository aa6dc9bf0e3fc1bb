/** Where Stripe shows people its pages and files. */
const stripePage = /^https:\/\/(checkout|billing|invoice|pay)\.stripe\.com\//

/** Whether an address is a page of Stripe's, or of the simulator whose addresses begin so. */
export const isStripePage = (url: string, simulatorUrl: string | undefined): boolean =>
  simulatorUrl === undefined ? stripePage.test(url) : url.startsWith(simulatorUrl)
