/** Every address of the web app; a `:name` is one segment. The server answers these with 200 and any other page with 404 (D1.11). */
export const pages = {
  home: '/',
  signIn: '/sign-in',
  verifying: '/sign-in/verifying',
  invitation: '/invitation/:urlToken',
  email: '/email',
  templates: '/emailTemplate',
  newTemplate: '/emailTemplateEditor',
  editTemplate: '/emailTemplateEditor/:id',
  loads: '/load',
  load: '/loadinfo/:id',
  analytics: '/analytics',
  team: '/my-team',
  pricing: '/pricing',
  settings: '/settings',
  extension: '/extension',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
} as const

const patterns = Object.values(pages).map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`))

/** Whether a path (without query) is an address of the web app. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
