import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { type ImportedPackages, importedPackages } from '../requests/imported-package.js';
import { startTestRegistry, type TestRegistry } from '../test-registry.js';
import { startTestStudio, type TestStudio } from './test-studio.js';

/** A studio that fetches packages from the test's own registry. */
export interface RegistryStudio {
  studio: TestStudio;
  registry: TestRegistry;
  /** Imports modules from the studio. */
  modules: ImportedPackages;
  /** Resolves imports through the studio; `rest`: further fields of the request. */
  resolve(specifiers: string[], rest?: object): Promise<ResolvedPackages>;
  stop(): Promise<void>;
}

export async function startRegistryStudio(variables: Record<string, string> = {}): Promise<RegistryStudio> {
  const registry = await startTestRegistry();
  const studio = await startTestStudio({
    MODULES: 'registry',
    PACKAGE_REGISTRY: registry.address,
    ...variables,
  });
  const modules = importedPackages(`http://127.0.0.1:${studio.config.sandboxPort}`);
  return {
    studio,
    registry,
    modules,
    async resolve(specifiers, rest = {}) {
      const input = { specifiers, ...rest };
      const { body } = await studio.call('post', '/packages/resolve').send(input).expect(200);
      return ResolvedPackages.parse(body);
    },
    async stop() {
      modules.remove();
      await studio.stop();
      await registry.stop();
    },
  };
}
