import { DevInbox } from '#platform/integrations/messages/dev-inbox.js';
import { Controller, Get, Header } from '@nestjs/common';

type InboxMessage = ReturnType<DevInbox['newestFirst']>[number];

/** Where sign-in codes appear while no messages are sent. It does not exist in production. */
@Controller('dev')
export class DevInboxController {
  constructor(private readonly inbox: DevInbox) {}

  @Get('inbox.json')
  messages(): ReturnType<DevInbox['newestFirst']> {
    return this.inbox.newestFirst();
  }

  @Get('inbox')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'self'")
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): string {
    return page(this.inbox.newestFirst());
  }

  @Get('inbox.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return style;
  }
}

const page = (messages: readonly InboxMessage[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Dev inbox · Fieldtrace</title>
<link rel="stylesheet" href="/dev/inbox.css">
<main>
<h1>Dev inbox</h1>
<p>Messages that would go to WhatsApp, newest first. In production there is no such page.</p>
${messages.length === 0 ? '<p>Nothing yet. Ask for a code, it appears here.</p>' : `<ol>${messages.map(entry).join('')}</ol>`}
</main>
</html>`;

const entry = ({ to, text, code, at }: InboxMessage): string =>
  `<li><b>${escaped(to)}</b> <time datetime="${escaped(at)}">${escaped(at.slice(11, 19))} UTC</time>${code ? `<strong>${escaped(code)}</strong>` : ''}<p>${escaped(text)}</p></li>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
ol { list-style: none; padding: 0; }
li { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
time { opacity: .75; margin-left: .5rem; }
strong { display: block; font-size: 2rem; letter-spacing: .15em; font-variant-numeric: tabular-nums; }
p { margin: .25rem 0; }
`;
