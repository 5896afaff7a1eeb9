/**
 * The exports of the built-in packages, by library and module. A generated module must list its exports; a test compares
 * them with the packages. Internals (`__…`) are left out.
 */
export const exportNames = {
  react17: names(`
    Fragment StrictMode Profiler Suspense Children Component PureComponent cloneElement
    createContext createElement createFactory createRef forwardRef isValidElement lazy memo
    useCallback useContext useDebugValue useEffect useImperativeHandle useLayoutEffect useMemo
    useReducer useRef useState version
  `),
  reactDom17: names(`
    createPortal findDOMNode flushSync hydrate render unmountComponentAtNode unstable_batchedUpdates
    unstable_createPortal unstable_renderSubtreeIntoContainer version
  `),
  react18: names(`
    Children Component Fragment Profiler PureComponent StrictMode Suspense act cloneElement
    createContext createElement createFactory createRef forwardRef isValidElement lazy memo
    startTransition unstable_act useCallback useContext useDebugValue useDeferredValue useEffect
    useId useImperativeHandle useInsertionEffect useLayoutEffect useMemo useReducer useRef useState
    useSyncExternalStore useTransition version
  `),
  reactDom18: names(`
    createPortal createRoot findDOMNode flushSync hydrate hydrateRoot render unmountComponentAtNode
    unstable_batchedUpdates unstable_renderSubtreeIntoContainer version
  `),
  react19: names(`
    Activity Children Component Fragment Profiler PureComponent StrictMode Suspense ViewTransition
    act addTransitionType cache cacheSignal captureOwnerStack cloneElement createContext
    createElement createRef forwardRef isValidElement lazy memo startTransition
    unstable_useCacheRefresh use useActionState useCallback useContext useDebugValue
    useDeferredValue useEffect useEffectEvent useId useImperativeHandle useInsertionEffect
    useLayoutEffect useMemo useOptimistic useReducer useRef useState useSyncExternalStore
    useTransition version
  `),
  reactDom19: names(`
    browser createPortal flushSync preconnect prefetchDNS preinit preinitModule preload
    preloadModule requestFormReset unstable_batchedUpdates useFormState useFormStatus version
  `),
  reactDomClient: names('createRoot hydrateRoot'),
  reactDomServer17: names(`
    renderToNodeStream renderToStaticMarkup renderToStaticNodeStream renderToString version
  `),
  reactDomServer18: names(`
    renderToNodeStream renderToReadableStream renderToStaticMarkup renderToStaticNodeStream
    renderToString version
  `),
  reactDomServer19: names(`
    renderToReadableStream renderToStaticMarkup renderToString resume version
  `),
  vue: names(`
    BaseTransition BaseTransitionPropsValidators Comment DeprecationTypes EffectScope ErrorCodes
    ErrorTypeStrings Fragment KeepAlive ReactiveEffect Static Suspense Teleport Text TrackOpTypes
    Transition TransitionGroup TriggerOpTypes VueElement assertNumber callWithAsyncErrorHandling
    callWithErrorHandling camelize capitalize cloneVNode compatUtils compile computed createApp
    createBlock createCommentVNode createElementBlock createElementVNode createHydrationRenderer
    createPropsRestProxy createRenderer createSSRApp createSlots createStaticVNode createTextVNode
    createVNode customRef defineAsyncComponent defineComponent defineCustomElement defineEmits
    defineExpose defineModel defineOptions defineProps defineSSRCustomElement defineSlots devtools
    effect effectScope getCurrentInstance getCurrentScope getCurrentWatcher getTransitionRawChildren
    guardReactiveProps h handleError hasInjectionContext hydrate hydrateOnIdle hydrateOnInteraction
    hydrateOnMediaQuery hydrateOnVisible initCustomFormatter initDirectivesForSSR inject isMemoSame
    isProxy isReactive isReadonly isRef isRuntimeOnly isShallow isVNode markRaw mergeDefaults
    mergeModels mergeProps nextTick nodeOps normalizeClass normalizeProps normalizeStyle onActivated
    onBeforeMount onBeforeUnmount onBeforeUpdate onDeactivated onErrorCaptured onMounted
    onRenderTracked onRenderTriggered onScopeDispose onServerPrefetch onUnmounted onUpdated
    onWatcherCleanup openBlock patchProp popScopeId provide proxyRefs pushScopeId queuePostFlushCb
    reactive readonly ref registerRuntimeCompiler render renderList renderSlot resolveComponent
    resolveDirective resolveDynamicComponent resolveFilter resolveTransitionHooks setBlockTracking
    setDevtoolsHook setTransitionHooks shallowReactive shallowReadonly shallowRef ssrContextKey
    ssrUtils stop toDisplayString toHandlerKey toHandlers toRaw toRef toRefs toValue
    transformVNodeArgs triggerRef unref useAttrs useCssModule useCssVars useHost useId useModel
    useSSRContext useShadowRoot useSlots useTemplateRef useTransitionState vModelCheckbox
    vModelDynamic vModelRadio vModelSelect vModelText vShow version warn watch watchEffect
    watchPostEffect watchSyncEffect withAsyncContext withCtx withDefaults withDirectives withKeys
    withMemo withModifiers withScopeId
  `),
  bootstrap: names(`
    Alert Button Carousel Collapse Dropdown Modal Offcanvas Popover ScrollSpy Tab Toast Tooltip
  `),
  popper: names(`
    applyStyles arrow computeStyles createPopper createPopperLite defaultModifiers detectOverflow
    eventListeners flip hide offset popperGenerator popperOffsets preventOverflow
  `),
};

function names(list: string): string[] {
  return list.trim().split(/\s+/);
}
