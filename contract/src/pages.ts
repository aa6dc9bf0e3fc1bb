/** Every page path of the dashboard; `:name` is one segment. The server returns 404 for any other page. */
export const pages = {
  home: '/',
  signIn: '/sign-in',
  verifying: '/sign-in/verifying',
  invitation: '/invitation/:urlToken',
  email: '/email',
  connect: '/email/connect',
  connectKind: '/email/connect/:kind',
  templates: '/emailTemplate',
  newTemplate: '/emailTemplateEditor',
  editTemplate: '/emailTemplateEditor/:id',
  loads: '/load',
  trucks: '/trucks',
  dueCalls: '/trucks/due',
  handover: '/trucks/handover',
  load: '/loadinfo/:id',
  offers: '/offers',
  analytics: '/analytics',
  team: '/my-team',
  pricing: '/pricing',
  upgrade: '/pricing/upgrade',
  settings: '/settings',
  settingsSection: '/settings/:section',
  installation: '/installation',
  extension: '/extension',
  practice: '/practice-board',
  help: '/help',
  helpPage: '/help/:name',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
} as const

const patterns = Object.values(pages).map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`))

/** Whether a path without query is a dashboard page. */
export const isPage = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
