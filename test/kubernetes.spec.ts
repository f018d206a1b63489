import { variables } from '#platform/common/config/settings.js';
import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { existsSync, readFileSync } from 'node:fs';

/** Checks the manifests without a cluster; test/manifests.mjs validates them by its schemas. */

type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Container = {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly resources: { readonly limits: Readonly<Record<string, string>> };
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
} & Readonly<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>;
type Item = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas: number;
    readonly strategy: { readonly rollingUpdate: Readonly<Record<string, number>> };
    readonly maxUnavailable?: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly automountServiceAccountToken: boolean;
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
};

const { items } = load(readFileSync('docker/kubernetes/fieldtrace.yaml', 'utf8')) as {
  readonly items: readonly Item[];
};
const itemsOfKind = (kind: string) => items.filter((item) => item.kind === kind);
const deployments = itemsOfKind('Deployment').map(
  (item) => [item.metadata.name, item.spec] as const,
);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('projections come first, then workers, then backends, as an upgrade requires', () => {
  expect(deployments.map(([name]) => name)).toEqual(['projections', 'workers', 'backend']);
});

test('settings are variables that the configuration knows', () => {
  const [{ data = {} } = {}] = itemsOfKind('ConfigMap');
  expect(Object.keys(data).filter((name) => !variables.includes(name))).toEqual([]);
});

describe.each(deployments)('%s', (name, { replicas, strategy, template }) => {
  const {
    containers: [container],
    securityContext,
    automountServiceAccountToken,
    volumes,
  } = template.spec;

  test('runs a program of this version that is built', () => {
    expect(container!.image).toBe(`fieldtrace:${version}`);
    expect(container!.command).toEqual(['node', `dist/${name}/src/main.js`]);
    expect(existsSync(`${name}/src/main.ts`)).toBe(true);
  });
  test('goes on while it is replaced and while nodes are drained', () => {
    expect(replicas).toBeGreaterThanOrEqual(2);
    expect(strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    const budget = itemsOfKind('PodDisruptionBudget').find(
      ({ metadata }) => metadata.name === name,
    );
    expect(budget?.spec.maxUnavailable).toBe(1);
  });
  test('is restarted when it hangs, and gets requests once it can answer them', () => {
    const pathOf = ({ httpGet }: Probe) => httpGet.path;
    const { startupProbe, livenessProbe, readinessProbe } = container!;
    expect([startupProbe, livenessProbe, readinessProbe].map(pathOf)).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ]);
  });
  test('has minimal privileges and a limit of memory', () => {
    expect(container!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(securityContext['runAsNonRoot']).toBe(true);
    expect(automountServiceAccountToken).toBe(false);
    expect(container!.resources.limits['memory']).toMatch(/^\d+Gi$/);
    expect(container!.volumeMounts.map((mount) => mount.name)).toEqual(
      volumes.map((volume) => volume.name),
    );
  });
});
