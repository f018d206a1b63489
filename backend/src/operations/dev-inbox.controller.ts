import { DevInbox } from '#platform/integrations/messages/dev-inbox.js';
import { Controller, Get, Header, UseGuards } from '@nestjs/common';
import { DevelopmentToolsGuard } from './development-tools.guard.js';
import { type Html, html } from '../http/html.js';

type InboxMessage = ReturnType<DevInbox['newestFirst']>[number];

/** Page of the messages that would be sent, such as sign-in codes. Production does not have it. */
@Controller('dev')
@UseGuards(DevelopmentToolsGuard)
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
    return renderPage(this.inbox.newestFirst()).markup;
  }

  @Get('inbox.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return style;
  }
}

const renderPage = (messages: readonly InboxMessage[]): Html =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="refresh" content="3" />
      <title>Dev inbox · Fieldtrace</title>
      <link rel="stylesheet" href="/dev/inbox.css" />
      <main>
        <h1>Dev inbox</h1>
        <p>
          Messages that would go to WhatsApp, newest first. In production there is no such page.
        </p>
        ${
          messages.length === 0
            ? html`<p>Nothing yet. Ask for a code, it appears here.</p>`
            : html`<ol>
                ${messages.map(renderEntry)}
              </ol>`
        }
      </main>
    </html>`;

const renderEntry = ({ to, text, code, at }: InboxMessage): Html =>
  html`<li>
    <b>${to}</b>
    <time datetime="${at}">${at.slice(11, 19)} UTC</time
    >${code !== undefined && html`<strong>${code}</strong>`}
    <p>${text}</p>
  </li>`;

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
ol { list-style: none; padding: 0; }
li { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
time { opacity: .75; margin-left: .5rem; }
strong { display: block; font-size: 2rem; letter-spacing: .15em; font-variant-numeric: tabular-nums; }
p { margin: .25rem 0; }
`;
